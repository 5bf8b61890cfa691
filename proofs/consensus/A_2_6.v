(* A-2.6: bounded pulls keep tokens on the ellipsoid (Spheres.v); softmax attention has its symmetries. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Gnomonic Spheres.
From Theorems Require A_2_4.
Open Scope R_scope.

(* A permutation, as the matrix of its zeros and ones. *)
Section Permutation.
Context {Token : Type} (tokens : list Token) (S : Token -> Token -> R).
Hypothesis Bits : forall i j, S i j ^ 2 = S i j.
Hypothesis Rows : forall i, total tokens (fun k => S i k) = 1.
Hypothesis Columns : forall i, total tokens (fun k => S k i) = 1.
Lemma bit_cases i j : S i j = 0 \/ S i j = 1.
Proof.
  assert (B := Bits i j). assert (Z : S i j * (S i j - 1) = 0) by lra.
  apply Rmult_integral in Z. destruct Z; [left | right]; lra.
Qed.
Lemma no_bit i (T : list Token) : total T (fun k => S i k) = 0 -> forall f, total T (fun k => S i k * f k) = 0.
Proof.
  induction T as [|k T IH]; simpl; intros E f; [reflexivity|].
  assert (Q : 0 <= total T (fun k => S i k)).
  { apply total_nonneg. intro l. destruct (bit_cases i l) as [H|H]; lra. }
  destruct (bit_cases i k) as [H|H]; rewrite H in *; [|lra]. rewrite IH by lra. ring.
Qed.
Lemma one_bit i (T : list Token) : total T (fun k => S i k) = 1 ->
  exists k, forall f, total T (fun k => S i k * f k) = f k.
Proof.
  induction T as [|k T IH]; simpl; intro E; [lra|]. destruct (bit_cases i k) as [H|H]; rewrite H in *.
  - destruct IH as [l L]; [lra|]. exists l. intro f. rewrite L. ring.
  - exists k. intro f. rewrite (no_bit i T) by lra. ring.
Qed.
Context {V : inner_product_space} (z : Token -> V).
Definition place i : V := vtotal tokens (fun k => vscale (S i k) (z k)).
Lemma is_some i : exists k, place i = z k /\ forall f, total tokens (fun k => S i k * f k) = f k.
Proof.
  destruct (one_bit i tokens (Rows i)) as [k K]. exists k. split; [|exact K].
  apply inner_ext. intro w. unfold place. rewrite inner_vtotal_l, <- (K (fun k => inner (z k) w)).
  apply total_ext. intro l. apply inner_scale_l.
Qed.
Lemma total_places (f : V -> R) : total tokens (fun j => f (place j)) = total tokens (fun k => f (z k)).
Proof.
  transitivity (total tokens (fun j => total tokens (fun k => S j k * f (z k)))).
  - apply total_ext. intro j. destruct (is_some j) as [k [E K]]. rewrite E, (K (fun k => f (z k))). reflexivity.
  - rewrite total_swap. apply total_ext. intro k.
    rewrite total_scale_r, Columns. ring.
Qed.
End Permutation.

Section Softmax.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (W P_T U : S -> S) (r : R).
Definition pull (q : S) (z : Token -> S) : S := vtotal tokens (fun j =>
  vscale ((r * exp (inner (P_T q) (z j))) / total tokens (fun k => exp (inner (P_T q) (z k)))) (U (z j))).
Definition tangential (q f : S) : S := vsub f (vscale (inner q (W f)) q).
Lemma pull_places (s : Token -> Token -> R) (z : Token -> S) q : (forall i j, s i j ^ 2 = s i j) ->
  (forall i, total tokens (fun k => s i k) = 1) -> (forall i, total tokens (fun k => s k i) = 1) ->
  pull q (place tokens s z) = pull q z.
Proof.
  intros B Rw C. apply inner_ext. intro w. unfold pull. rewrite !inner_vtotal_l.
  assert (E := total_places tokens s B Rw C z (fun v => exp (inner (P_T q) v))). cbv beta in E. rewrite E.
  set (Z := total tokens (fun k => exp (inner (P_T q) (z k)))).
  exact (total_places tokens s B Rw C z (fun v => inner (vscale (r * exp (inner (P_T q) v) / Z) (U v)) w)).
Qed.
Lemma permuted (s : Token -> Token -> R) (z : Token -> S) i : (forall i j, s i j ^ 2 = s i j) ->
  (forall i, total tokens (fun k => s i k) = 1) -> (forall i, total tokens (fun k => s k i) = 1) ->
  tangential (place tokens s z i) (pull (place tokens s z i) (place tokens s z)) =
  vtotal tokens (fun k => vscale (s i k) (tangential (z k) (pull (z k) z))).
Proof.
  intros B Rw C. destruct (is_some tokens s B Rw z i) as [k [E K]].
  rewrite pull_places by auto. rewrite E. apply inner_ext. intro w. rewrite inner_vtotal_l.
  rewrite <- (K (fun k => inner (tangential (z k) (pull (z k) z)) w)).
  apply total_ext. intro l. symmetry. apply inner_scale_l.
Qed.
End Softmax.

(* What does not move is so if it is at any time. *)
Lemma of_any {Z I} (Q : Z -> I -> Prop) : (forall z t, 0 <= t -> forall i, Q z i) -> forall z i, Q z i.
Proof. intros H z i. exact (H z 0 (Rle_refl 0) i). Qed.
Section Symmetries.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (W P_T U : S -> S) (d : R).
Lemma permutations : forall (z : Token -> S) (s : Token -> Token -> R), (forall i j, s i j ^ 2 = s i j) /\
    (forall i, total tokens (fun k => s i k) = 1 /\ total tokens (fun k => s k i) = 1) -> forall i,
  tangential W (place tokens s z i) (pull tokens P_T U (1 / sqrt d) (place tokens s z i) (place tokens s z)) =
  vtotal tokens (fun k => vscale (s i k) (tangential W (z k) (pull tokens P_T U (1 / sqrt d) (z k) z))).
Proof.
  intros z s [Bits Sums] i. exact (permuted tokens W P_T U (1 / sqrt d) s z i Bits
    (fun i => proj1 (Sums i)) (fun i => proj2 (Sums i))).
Qed.
End Symmetries.

Definition length_in {S : inner_product_space} (W : S -> S) (x : S) := sqrt (inner x (W x)).
Section Heads.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (W : S -> S) (d : R).
Definition drawn (A : Head -> Token -> Token -> R) (V : Head -> Token -> S) i :=
  vtotal heads (fun a => vtotal tokens (fun j => vscale (A a i j) (V a j))).
Definition rows (A : Head -> Token -> Token -> R) := forall a i, total tokens (fun j => A a i j) = 1 / sqrt d.
Hypothesis AW : adjoint W W.
Hypothesis D : 1 <= d.
Lemma consensus_rests (B : Head -> Token -> Token -> R) (X : Head -> Token -> S) (x : S) :
  (forall x (g : Head -> Token -> Token -> R) (C : Head -> S) t, 0 <= t -> inner x (W x) = 1 -> (forall a i j, 0 <= g a i j) ->
    forall i, tangential W x (drawn g (fun a _ => C a) i) =
      vtotal heads (fun a => vscale (total tokens (fun j => g a i j)) (tangential W x (C a)))) ->
  (forall a i j, 0 <= B a i j) -> inner x (W x) = 1 -> rows B /\ (forall a i j, X a i = X a j) ->
  (forall i, tangential W x (drawn B X i) = vzero) <->
  (forall i, tangential W x (vtotal heads (fun a => X a i)) = vzero).
Proof.
  intros Apart Weights One [Rows Same]. assert (Q : 0 < 1 / sqrt d) by (apply Rdiv_lt_0_compat, sqrt_lt_R0; lra).
  assert (T : forall i, tangential W x (drawn B X i) = vscale (1 / sqrt d) (tangential W x (vtotal heads (fun a => X a i)))).
  { intro i. transitivity (tangential W x (drawn B (fun a _ => X a i) i)).
    - f_equal. apply inner_ext. intro w. unfold drawn. rewrite !inner_vtotal_l. apply total_ext. intro a. rewrite !inner_vtotal_l.
      apply total_ext. intro j. rewrite (Same a j i). reflexivity.
    - rewrite (Apart x B (fun a => X a i) 0 (Rle_refl 0) One Weights i). unfold tangential. apply inner_ext. intro w.
      rewrite inner_scale_l, <- (AW x), inner_vtotal_l, (total_ext heads _ (fun a => 1 / sqrt d *
        (inner (X a i) w + -1 * inner x w * inner (W x) (X a i)))).
      2:{ intro a. rewrite inner_scale_l, Rows, <- (AW x). unfold vsub. rewrite inner_add_l, !inner_scale_l. ring. }
      rewrite total_scale, total_add, total_scale. unfold vsub. rewrite inner_add_l, !inner_scale_l, inner_vtotal_l, inner_vtotal_r. ring. }
  split; intros H i; specialize (H i); rewrite T in *.
  - apply inner_ext. intro w. apply (f_equal (fun v => inner v w)) in H. rewrite inner_scale_l, inner_zero_l in *.
    destruct (Rmult_integral _ _ H) as [Z|Z]; [lra | exact Z].
  - rewrite H. apply inner_ext. intro w. rewrite inner_scale_l, inner_zero_l. ring.
Qed.
Context (A : R -> Head -> Token -> Token -> R) (V : R -> Head -> Token -> S) (y : R -> Token -> S).
Definition speed t i := tangential W (y t i) (drawn (A t) (V t) i).
Hypothesis ET : enumerates tokens.
Hypothesis HW : positive W.
Hypothesis Start : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Pos : forall t, 0 <= t -> forall a i j, 0 <= A t a i j.
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t (speed t i).
Section Bounded.
Variable u : Head -> R.
Hypothesis Hyp : forall t, 0 <= t -> rows (A t) /\ forall a j, length_in W (V t a j) <= u a.
Hypothesis OneHead : forall (w : Token -> Token -> R) u (v : Token -> S) t, 0 <= t -> (forall i j, 0 <= w i j) -> 0 <= u ->
  (forall i, inner (v i) (W (v i)) <= u ^ 2) -> forall i, inner (W (vtotal tokens (fun j => vscale (w i j) (v j))))
    (vtotal tokens (fun j => vscale (w i j) (v j))) <= (u * total tokens (fun j => w i j)) ^ 2.
Let X := weighted S W HW.
Let f t i := drawn (A t) (V t) i.
Let L := total heads (fun a => u a) / sqrt d.
Let F t i : 0 <= t -> @vnorm X (f t i) <= L.
Proof. intro T. apply (A_2_4.A_2_4.drawn_length tokens heads W d (A t) (V t) u i (fun w u v Pw Pu Pv => OneHead w u v t T Pw Pu Pv) HW D (Pos t T)); apply (Hyp t T). Qed.
Let Moves t i : 0 <= t -> is_vderive (S := X) (fun t => y t i) t (vsub (f t i) (vscale (@inner X (y t i) (f t i)) (y t i))).
Proof. intro T. exact (vderive_weighted S W HW (fun t => y t i) t _ (Flow t i T)). Qed.
Let Unit t i : 0 <= t -> inner (y t i) (W (y t i)) = 1.
Proof.
  revert t i. apply (stays_unit (U := X) tokens y f (sqrt 2 * L) (proj2 (proj2 ET))); auto.
  intros t i T Near. eapply Rle_trans; [apply (inner_le_vnorm (S := X))|].
  apply Rmult_le_compat; try apply (vnorm_nonneg (S := X)); [apply sqrt_le_1_alt, Near | apply F, T].
Qed.
Lemma on_ellipsoid t : 0 <= t -> forall i, length_in W (y t i) = 1.
Proof. intros T i. unfold length_in. rewrite Unit by exact T. apply sqrt_1. Qed.
Lemma tangent_velocity t : 0 <= t -> forall i, inner (W (y t i)) (speed t i) = 0.
Proof.
  intros T i. unfold speed, tangential, vsub. rewrite inner_add_r, !inner_scale_r, (AW (y t i) (y t i)), Unit, AW by exact T. ring.
Qed.
Hypothesis Shorter : forall f t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) -> (forall i j, inner (y t i) (W (y t j)) <= 1) ->
  forall i, inner (W f) f - inner (W (tangential W (y t i) f)) (tangential W (y t i) f) = inner (W (y t i)) f ^ 2.
Lemma speed_at_most t : 0 <= t -> forall i, length_in W (speed t i) <= L.
Proof.
  intros T i. apply Rle_trans with (2 := F t i T). apply sqrt_le_1_alt. assert (Q := pow2_ge_0 (inner (W (y t i)) (f t i))).
  assert (K := Shorter (f t i) t T (fun i => Unit t i T) ltac:(intros a b; assert (G := unit_gap (S := X) _ _ (Unit t a T) (Unit t b T)); simpl in G; lra) i).
  change (inner (speed t i) (W (speed t i)) <= inner (f t i) (W (f t i))). rewrite (inner_sym _ (speed t i)), (inner_sym _ (f t i)). unfold speed, f in *. lra.
Qed.
Lemma way_at_most z : (forall i, y 0 i = z i) -> forall t, 0 <= t -> forall i, length_in W (vsub (y t i) (z i)) <= L * t.
Proof.
  intros Z t T i. rewrite <- (Z i).
  assert (K := travel (S := X) (fun t => y t i) _ L (fun t T => Moves t i T) (fun t T => speed_at_most t T i) 0 t (conj (Rle_refl 0) T)).
  rewrite Rminus_0_r in K. exact K.
Qed.
End Bounded.
Definition bounded (u : Head -> R) := forall t, 0 <= t -> rows (A t) /\ forall a j, length_in W (V t a j) <= u a.
Lemma moves_bounded :
  (forall u, bounded u -> forall t, 0 <= t -> forall i, length_in W (y t i) = 1) ->
  (forall u, bounded u -> forall t, 0 <= t -> forall i, inner (W (y t i)) (speed t i) = 0) ->
  (forall u, bounded u -> forall t, 0 <= t -> forall i, length_in W (speed t i) <= total heads (fun a => u a) / sqrt d) ->
  (forall u, bounded u -> forall z, (forall i, y 0 i = z i) -> forall t, 0 <= t -> forall i,
    length_in W (vsub (y t i) (z i)) <= total heads (fun a => u a) / sqrt d * t) ->
  forall u, bounded u ->
  (forall t, 0 <= t -> (forall i, length_in W (y t i) = 1) /\ ((forall i, inner (W (y t i)) (speed t i) = 0) /\
    forall i, length_in W (speed t i) <= total heads (fun a => u a) / sqrt d)) /\
  forall z, (forall i, y 0 i = z i) -> forall t, 0 <= t -> forall i,
    length_in W (vsub (y t i) (z i)) <= total heads (fun a => u a) / sqrt d * t.
Proof. intros On Tangent Slow Near u B. split; [|exact (Near u B)]. repeat split; eauto. Qed.
End Heads.
