(* Sets of states without volume in a dimension that is given (Hausdorff's measure is 0): parts, unions,
   images and preimages of such sets. *)
From Coq Require Import Reals Lra List Lia Cantor FinFun.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

(* ------------------------------------------------------------------ sums in any order *)

Lemma total_map {I J} (f : I -> J) (T : list I) (g : J -> R) : total (map f T) g = total T (fun i => g (f i)).
Proof. induction T as [|i T IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma total_append {I} (T T' : list I) (g : I -> R) : total (T ++ T') g = total T g + total T' g.
Proof. induction T as [|i T IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma total_included {I} (T : list I) (g : I -> R) : (forall i, 0 <= g i) -> NoDup T ->
  forall T', incl T T' -> total T g <= total T' g.
Proof.
  intros G. induction T as [|i T IH]; intros N T' Sub; [simpl; apply total_nonneg, G|].
  apply NoDup_cons_iff in N. destruct N as [New N].
  destruct (in_split i T' (Sub i (or_introl eq_refl))) as [A [B ->]].
  assert (H : total T g <= total (A ++ B) g).
  { apply IH; [exact N|]. intros j J. assert (Q := Sub j (or_intror J)). apply in_app_iff in Q.
    apply in_app_iff. destruct Q as [Q|[->|Q]]; auto. contradiction. }
  rewrite total_append in *. simpl. lra.
Qed.
Lemma total_first (e : nat -> R) n : total (seq 0 (S n)) e = sum_f_R0 e n.
Proof.
  induction n as [|n IH]; [simpl; ring|]. rewrite seq_S, total_append, IH. simpl. ring.
Qed.
Lemma below_largest (T : list nat) : exists n, forall k, In k T -> (k <= n)%nat.
Proof.
  induction T as [|i T [n H]]; [exists O; intros k []|]. exists (Nat.max i n).
  intros k [<-|K]; [lia|]. specialize (H k K). lia.
Qed.
Lemma any_order (e : nat -> R) v (T : list nat) : (forall k, 0 <= e k) -> (forall n, sum_f_R0 e n <= v) ->
  NoDup T -> total T e <= v.
Proof.
  intros E Sum N. destruct (below_largest T) as [n H]. apply Rle_trans with (sum_f_R0 e n); [|apply Sum].
  rewrite <- total_first. apply total_included; auto. intros k K. apply in_seq. specialize (H k K). lia.
Qed.
(* Sums of sums: of pairs, each at most once. *)
Lemma total_by_first (e : nat -> nat -> R) (v : nat -> R) : (forall j k, 0 <= e j k) ->
  (forall j n, sum_f_R0 (e j) n <= v j) -> forall m (T : list (nat * nat)), NoDup T ->
  (forall p, In p T -> (fst p <= m)%nat) -> total T (fun p => e (fst p) (snd p)) <= sum_f_R0 v m.
Proof.
  intros E Sum.
  assert (Row : forall j (T : list (nat * nat)), NoDup T -> (forall p, In p T -> fst p = j) ->
    total T (fun p => e (fst p) (snd p)) <= v j).
  { intros j T N F. apply Rle_trans with (total (map snd T) (e j)).
    - rewrite total_map. clear N. induction T as [|p T IH]; simpl; [lra|].
      rewrite (F p (or_introl eq_refl)). apply Rplus_le_compat_l, IH. intros q Q. apply F. right. exact Q.
    - apply any_order; auto. clear - N F. induction T as [|p T IH]; simpl; [constructor|].
      apply NoDup_cons_iff in N. destruct N as [New N]. constructor.
      + intro Q. apply in_map_iff in Q. destruct Q as [q [Eq Q]]. apply New.
        replace p with q; [exact Q|]. apply injective_projections; [|exact Eq].
        rewrite (F q (or_intror Q)), (F p (or_introl eq_refl)). reflexivity.
      + apply IH; [exact N|]. intros q Q. apply F. right. exact Q. }
  assert (Split : forall j (T : list (nat * nat)) g, total T g =
    total (filter (fun p => Nat.eqb (fst p) j) T) g + total (filter (fun p => negb (Nat.eqb (fst p) j)) T) g).
  { intros j T g. induction T as [|p T IH]; simpl; [ring|]. rewrite IH.
    destruct (Nat.eqb (fst p) j); simpl; ring. }
  induction m as [|m IH]; intros T N F.
  - simpl. apply Row; [exact N|]. intros p P. specialize (F p P). lia.
  - rewrite (Split (S m)). simpl. rewrite Rplus_comm. apply Rplus_le_compat.
    + apply IH; [apply NoDup_filter, N|]. intros p P. apply filter_In in P. destruct P as [P Q].
      specialize (F p P). apply Bool.negb_true_iff, Nat.eqb_neq in Q. lia.
    + apply Row; [apply NoDup_filter, N|]. intros p P. apply filter_In in P. apply Nat.eqb_eq, P.
Qed.
Lemma pairs_sum (e : nat -> nat -> R) (v : nat -> R) total_v : (forall j k, 0 <= e j k) ->
  (forall j n, sum_f_R0 (e j) n <= v j) -> (forall n, sum_f_R0 v n <= total_v) ->
  forall n, sum_f_R0 (fun i => e (fst (of_nat i)) (snd (of_nat i))) n <= total_v.
Proof.
  intros E Sum Total n. rewrite <- total_first.
  rewrite <- (total_map of_nat (seq 0 (S n)) (fun p => e (fst p) (snd p))).
  destruct (below_largest (map fst (map of_nat (seq 0 (S n))))) as [m H].
  eapply Rle_trans; [|apply (Total m)]. apply total_by_first; auto.
  - apply Injective_map_NoDup; [|apply seq_NoDup]. intros a b Eq.
    rewrite <- (cancel_to_of a), <- (cancel_to_of b), Eq. reflexivity.
  - intros p P. apply H. apply in_map. exact P.
Qed.
Lemma halves eps n : sum_f_R0 (fun k => eps * (/ 2) ^ S k) n = eps * (1 - (/ 2) ^ S n).
Proof. induction n as [|n IH]; simpl in *; [field|]. rewrite IH. field. Qed.
Lemma scaled_sum c e n : sum_f_R0 (fun k => c * e k) n = c * sum_f_R0 e n.
Proof. induction n as [|n IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.

(* ------------------------------------------------------------------ null sets *)

Section Null.
Context {S : inner_product_space} {Token : Type} (dim : nat).
Implicit Types A B : (Token -> S) -> Prop.
Lemma null_part A B : null dim A -> (forall x, B x -> A x) -> null dim B.
Proof.
  intros N I eps He. destruct (N eps He) as [r [C [D [Sum Cov]]]]. exists r, C.
  split; [exact D|]. split; [exact Sum|]. auto.
Qed.
(* Countably many sets with covers that are given: no choice of covers is made. *)
Theorem covered_union (A : nat -> (Token -> S) -> Prop) (v : nat -> R) total_v (r : nat -> nat -> R)
  (C : nat -> nat -> (Token -> S) -> Prop) : (forall j, covered dim (v j) (A j) (r j) (C j)) ->
  (forall n, sum_f_R0 v n <= total_v) ->
  covered dim total_v (fun x => exists j, A j x) (fun i => r (fst (of_nat i)) (snd (of_nat i)))
    (fun i => C (fst (of_nat i)) (snd (of_nat i))).
Proof.
  intros H Total. split; [|split].
  - intro i. apply H.
  - apply (pairs_sum (fun j k => r j k ^ dim) v); [|intros j n; apply (H j) | exact Total].
    intros j k. apply pow_le. exact (proj1 (proj1 (H j) k)).
  - intros x [j X]. destruct (proj2 (proj2 (H j)) x X) as [k K]. exists (to_nat (j, k)).
    rewrite cancel_of_to. exact K.
Qed.
Theorem null_union (A : nat -> (Token -> S) -> Prop)
  (r : R -> nat -> nat -> R) (C : R -> nat -> nat -> (Token -> S) -> Prop) :
  (forall j eps, 0 < eps -> covered dim eps (A j) (r eps j) (C eps j)) -> null dim (fun x => exists j, A j x).
Proof.
  intros H eps He. set (v := fun k : nat => eps * (/ 2) ^ Datatypes.S k).
  assert (P : forall k, 0 < (/ 2) ^ k) by (intro k; apply pow_lt; lra).
  exists (fun i => r (v (fst (of_nat i))) (fst (of_nat i)) (snd (of_nat i))),
    (fun i => C (v (fst (of_nat i))) (fst (of_nat i)) (snd (of_nat i))).
  apply (covered_union A v eps (fun j => r (v j) j) (fun j => C (v j) j)).
  - intro j. apply H. apply Rmult_lt_0_compat; [exact He | apply P].
  - intro n. unfold v. rewrite halves. assert (Q := P (Datatypes.S n)).
    assert (0 < eps * (/ 2) ^ Datatypes.S n) by (apply Rmult_lt_0_compat; auto). lra.
Qed.
Theorem null_either A B : null dim A -> null dim B -> null dim (fun x => A x \/ B x).
Proof.
  intros NA NB eps He. destruct (NA (eps / 2)) as [r [C [D [Sum Cov]]]]; [lra|].
  destruct (NB (eps / 2)) as [r' [C' [D' [Sum' Cov']]]]; [lra|].
  set (first := fun i : nat => Nat.even i). set (half := fun i : nat => Nat.div2 i).
  exists (fun i => if first i then r (half i) else r' (half i)),
    (fun i => if first i then C (half i) else C' (half i)).
  assert (Even : forall k, first (2 * k)%nat = true /\ half (2 * k)%nat = k).
  { intro k. split; [apply Nat.even_spec; exists k; reflexivity | apply Nat.div2_double]. }
  assert (Odd : forall k, first (Datatypes.S (2 * k)) = false /\ half (Datatypes.S (2 * k)) = k).
  { intro k. split; [|apply Nat.div2_succ_double]. unfold first. rewrite Nat.even_succ.
    apply Bool.not_true_is_false. intro E. apply Nat.odd_spec in E. destruct E. lia. }
  split; [|split].
  - intro i. destruct (first i); auto.
  - set (f := fun i => (if first i then r (half i) else r' (half i)) ^ dim).
    assert (F : forall i, 0 <= f i).
    { intro i. apply pow_le. destruct (first i); [apply (D (half i)) | apply (D' (half i))]. }
    assert (Two : forall n, sum_f_R0 f (Datatypes.S (2 * n)) =
      sum_f_R0 (fun k => r k ^ dim) n + sum_f_R0 (fun k => r' k ^ dim) n).
    { induction n as [|n IH]; [simpl; unfold f, first, half; simpl; ring|].
      assert (Fe : f (2 * Datatypes.S n)%nat = r (Datatypes.S n) ^ dim).
      { unfold f. rewrite (proj1 (Even (Datatypes.S n))), (proj2 (Even (Datatypes.S n))). reflexivity. }
      assert (Fo : f (Datatypes.S (2 * Datatypes.S n)) = r' (Datatypes.S n) ^ dim).
      { unfold f. rewrite (proj1 (Odd (Datatypes.S n))), (proj2 (Odd (Datatypes.S n))). reflexivity. }
      rewrite tech5, Fo. replace (2 * Datatypes.S n)%nat with (Datatypes.S (Datatypes.S (2 * n))) in * by lia.
      rewrite tech5, Fe, IH, !tech5. ring. }
    intro n. apply Rle_trans with (sum_f_R0 f (Datatypes.S (2 * n))).
    + rewrite <- !total_first. apply total_included; [exact F | apply seq_NoDup|].
      intros k K. apply in_seq in K. apply in_seq. lia.
    + rewrite Two. specialize (Sum n). specialize (Sum' n). lra.
  - intros x [X|X].
    + destruct (Cov x X) as [k K]. exists (2 * k)%nat. rewrite (proj1 (Even k)), (proj2 (Even k)). exact K.
    + destruct (Cov' x X) as [k K]. exists (Datatypes.S (2 * k)).
      rewrite (proj1 (Odd k)), (proj2 (Odd k)). exact K.
Qed.
End Null.

(* Images under Lipschitz maps, and preimages under maps that do not bring states of B together by more
   than a factor. *)
Section Maps.
Context {S X : inner_product_space} {Token Index : Type} (dim : nat) (f : (Token -> S) -> Index -> X) (L : R)
  (B : (Token -> S) -> Prop).
Hypothesis Lpos : 0 <= L.
Lemma scaled_radii (r : nat -> R) v : (forall n, sum_f_R0 (fun k => r k ^ dim) n <= v) ->
  forall n, sum_f_R0 (fun k => (L * r k) ^ dim) n <= L ^ dim * v.
Proof.
  intros Sum n. rewrite (sum_eq _ (fun k => L ^ dim * r k ^ dim)) by (intros; apply Rpow_mult_distr).
  rewrite scaled_sum. apply Rmult_le_compat_l; [apply pow_le, Lpos | apply Sum].
Qed.
Theorem covered_image A v r C :
  (forall x y d, B x -> B y -> 0 <= d -> within x d y -> within (f x) (L * d) (f y)) -> covered dim v A r C ->
  covered dim (L ^ dim * v) (fun z => exists x, A x /\ B x /\ forall i, z i = f x i) (fun k => L * r k)
    (fun k z => exists x, C k x /\ B x /\ forall i, z i = f x i).
Proof.
  intros Lip [D [Sum Cov]]. split; [|split; [exact (scaled_radii r v Sum)|]].
  - intro k. destruct (D k) as [R H]. split; [apply Rmult_le_pos; auto|].
    intros z z' [x [Cx [Bx Ex]]] [y [Cy [By Ey]]] i. rewrite (Ex i), (Ey i). apply Lip; auto.
  - intros z [x [Ax [Bx Ex]]]. destruct (Cov x Ax) as [k K]. exists k, x. auto.
Qed.
Lemma covered_less {Y : inner_product_space} {I} v u (A : (I -> Y) -> Prop) r C : covered dim v A r C ->
  v <= u -> covered dim u A r C.
Proof.
  intros [D [Sum Cov]] Le. split; [exact D|]. split; [|exact Cov]. intro n. specialize (Sum n). lra.
Qed.
End Maps.
