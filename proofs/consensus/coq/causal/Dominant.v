(* Heads that favour a direction v gather the tokens of its open hemisphere, whoever attends to whom, as
   long as all rows of all heads have one sum: symmetric value matrices with a dominant eigenvector do. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Spheres Tangent Oja Values.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the least part along v *)

Section Slopes.
Context {I : Type} (T : list I) (b db : I -> R -> R) (kappa : R).
Hypothesis All : lists T.
Hypothesis Moves : forall i, differentiable (b i) (db i).
Hypothesis Part : forall t i, 0 <= t -> -1 <= b i t <= 1.
Hypothesis Rate : 0 <= kappa.
Hypothesis Least : forall t i, 0 <= t -> 0 < b i t -> (forall j, b i t <= b j t) ->
  kappa * (b i t * (1 - b i t * b i t)) <= db i t.
Hypothesis Inside : forall i, 0 < b i 0.
Lemma least_part_stays c : 0 < c -> (forall i, c <= b i 0) -> forall t i, 0 <= t -> c <= b i t.
Proof.
  intros C Low t i. revert i t. apply (least_stays T b db c c All C Moves Low).
  intros i t Ht R L. eapply Rle_trans; [|apply Least; auto; lra].
  apply Rmult_le_pos; [exact Rate|]. apply Rmult_le_pos; [lra|]. apply square_nonneg_unit, Part, Ht.
Qed.
Lemma hemisphere_stays t i : 0 <= t -> 0 < b i t.
Proof.
  intros Ht. destruct (least_positive T (fun i => b i 0) Inside) as [c [C Low]].
  assert (H := least_part_stays c C (fun i => Low i (All i)) t i Ht). lra.
Qed.
(* The largest squared slope decays. *)
Lemma slopes_decay D : (forall i, (1 - b i 0 * b i 0) / (b i 0 * b i 0) <= D) ->
  forall t i, 0 <= t -> (1 - b i t * b i t) / (b i t * b i t) <= D * exp (- (2 * kappa) * t).
Proof.
  intros First t i. revert i t.
  apply (largest_decays T (fun i t => (1 - b i t * b i t) / (b i t * b i t))
    (fun i t => - 2 * db i t / (b i t * (b i t * b i t))) (2 * kappa) D All); [| exact First |].
  - intros i t Ht. assert (P := hemisphere_stays t i Ht). assert (M := Moves i t Ht). eapply derive_eq.
    apply (derive_div (fun t => 1 - b i t * b i t) (fun t => b i t * b i t)).
    + assert (0 < b i t * b i t) by (apply Rmult_lt_0_compat; auto). lra.
    + apply (derive_square (b i) t _ M).
    + apply (derive_mult (b i) (b i) t _ _ M M).
    + field. lra.
  - intros i t Ht Largest. assert (P := hemisphere_stays t i Ht).
    assert (L : forall j, b i t <= b j t).
    { intro j. specialize (Largest j). cbv beta in Largest. assert (Pj := hemisphere_stays t j Ht).
      apply square_le; [lra|].
      assert (Qi : 0 < b i t * b i t) by (apply Rmult_lt_0_compat; auto).
      assert (Qj : 0 < b j t * b j t) by (apply Rmult_lt_0_compat; auto).
      replace ((1 - b j t * b j t) / (b j t * b j t)) with (/ (b j t * b j t) - 1) in Largest by (field; lra).
      replace ((1 - b i t * b i t) / (b i t * b i t)) with (/ (b i t * b i t) - 1) in Largest by (field; lra).
      apply Rnot_lt_le. intro N. assert (H := Rinv_lt_contravar (b j t * b j t) (b i t * b i t)).
      assert (0 < b j t * b j t * (b i t * b i t)) by (apply Rmult_lt_0_compat; auto).
      specialize (H ltac:(auto) N). lra. }
    assert (Sp := Least t i Ht P L).
    assert (Q : 0 < / (b i t * (b i t * b i t))) by
      (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; auto).
    apply Rle_trans with (- (2 * (kappa * (b i t * (1 - b i t * b i t)))) * / (b i t * (b i t * b i t))).
    + unfold Rdiv. apply Rmult_le_compat_r; lra.
    + right. field. lra.
Qed.
End Slopes.

(* ------------------------------------------------------------------ 2. the heads *)

Lemma vnorm_vtotal {S : inner_product_space} {I} (T : list I) (f : I -> S) :
  vnorm (vtotal T f) <= total T (fun i => vnorm (f i)).
Proof.
  induction T as [|i T IH]; simpl; [unfold vnorm; rewrite inner_zero_l, sqrt_0; lra|].
  eapply Rle_trans; [apply vnorm_add|]. lra.
Qed.
Section Off.
Context {S : inner_product_space} (v : S).
Hypothesis Pole : inner v v = 1.
Lemma inner_parts x z : inner x z = inner v x * inner v z + inner (off v x) (off v z).
Proof.
  rewrite (form_parts v (fun x => x) 1 Pole); [ring | intros a c; reflexivity|].
  symmetry. apply vscale_one.
Qed.
Lemma off_vtotal {I} (T : list I) (c : I -> R) (x : I -> S) :
  off v (vtotal T (fun j => vscale (c j) (x j))) = vtotal T (fun j => vscale (c j) (off v (x j))).
Proof.
  apply inner_ext. intro z. unfold off, vsub.
  rewrite inner_add_l, !inner_scale_l, inner_vtotal_r, !inner_vtotal_l.
  rewrite <- total_scale_r, <- total_scale, <- total_add. apply total_ext. intro j.
  rewrite inner_scale_r, !inner_scale_l, inner_add_l, !inner_scale_l. ring.
Qed.
Lemma off_shorter x : vnorm (off v x) <= vnorm x.
Proof.
  apply sqrt_le_1_alt. rewrite (inner_parts x x). assert (Q := Rle_0_sqr (inner v x)). unfold Rsqr in Q. lra.
Qed.
End Off.

Definition seen_mean {S : inner_product_space} {Token Head} (tokens : list Token)
  (w : Head -> Token -> Token -> R) (y : Token -> S) (a : Head) (i : Token) : S :=
  vtotal tokens (fun j => vscale (w a i j) (y j)).

Section Heads.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (v : S) (lam mu : Head -> R) (w : R -> Head -> Token -> Token -> R) (f : R -> Head -> Token -> S)
  (y : R -> Token -> S) (rho : R).
Hypothesis ET : enumerates tokens.
Hypothesis Pole : inner v v = 1.
Hypothesis Signs : forall a, 0 <= lam a /\ 0 <= mu a.
Hypothesis Weights : forall t a i j, 0 <= t -> 0 <= w t a i j.
Hypothesis Rows : forall t a i, 0 <= t -> total tokens (w t a i) = rho.
Let s t a i := seen_mean tokens (w t) (y t) a i.
Hypothesis Along : forall t a i, 0 <= t -> inner v (f t a i) = lam a * inner v (s t a i).
Hypothesis Beside : forall t a i, 0 <= t -> vnorm (off v (f t a i)) <= mu a * vnorm (off v (s t a i)).
Let pull t i := vtotal heads (fun a => f t a i).
Hypothesis Flow : tangent_flow pull y.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Let b i t := inner v (y t i).

(* A mean with nonnegative weights of sum rho is no longer than rho times the longest. *)
Lemma mean_bounded t a i (g : S -> S) (c : R) : 0 <= t ->
  (forall j, vnorm (g (y t j)) <= c) ->
  vnorm (vtotal tokens (fun j => vscale (w t a i j) (g (y t j)))) <= rho * c.
Proof.
  intros Ht H. eapply Rle_trans; [apply vnorm_vtotal|]. rewrite <- (Rows t a i Ht), <- total_scale_r.
  apply total_le. intro j. assert (W := Weights t a i j Ht). rewrite vnorm_scale, Rabs_right by lra.
  apply Rmult_le_compat_l; auto.
Qed.
Lemma heads_unit t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros Ht. apply (stays_unit tokens y pull
    (total heads (fun a => 2 * (lam a * (rho * 2) + mu a * (rho * 2)))) (proj2 (proj2 ET)) Flow); auto.
  clear t i Ht. intros t i Ht Near. assert (Len : forall j, vnorm (y t j) <= 2).
  { intro j. apply square_le; [lra|]. rewrite vnorm_square. specialize (Near j). lra. }
  unfold pull. rewrite inner_vtotal_r. apply total_abs_le. intro a. destruct (Signs a) as [L0 M0].
  assert (Mean : vnorm (s t a i) <= rho * 2) by (apply (mean_bounded t a i (fun x => x)); auto).
  assert (V : forall x : S, Rabs (inner v x) <= vnorm x).
  { intro x. assert (C := inner_le_vnorm v x). rewrite (unit_vnorm v Pole) in C. lra. }
  rewrite (inner_parts v Pole). eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
  assert (Vs := V (s t a i)). assert (Os := off_shorter v Pole (s t a i)).
  assert (N := vnorm_nonneg (s t a i)). assert (B := Beside t a i Ht).
  assert (Vy := V (y t i)). assert (Oy := off_shorter v Pole (y t i)). specialize (Len i).
  rewrite (Along t a i Ht), Rabs_mult, (Rabs_right (lam a)) by lra.
  assert (A1 : Rabs (inner v (y t i)) * (lam a * Rabs (inner v (s t a i))) <= 2 * (lam a * (rho * 2))).
  { apply Rmult_le_compat; try lra; try apply Rabs_pos.
    - apply Rmult_le_pos; [auto | apply Rabs_pos].
    - apply Rmult_le_compat_l; lra. }
  assert (A2 : Rabs (inner (off v (y t i)) (off v (f t a i))) <= 2 * (mu a * (rho * 2))).
  { eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; try apply vnorm_nonneg; [lra|].
    eapply Rle_trans; [exact B|]. apply Rmult_le_compat_l; lra. }
  lra.
Qed.
Lemma heads_part t i : 0 <= t -> -1 <= b i t <= 1.
Proof. intros Ht. apply unit_inner; [exact Pole | apply heads_unit, Ht]. Qed.
Definition heads_speed i t := inner v (pull t i) - inner (y t i) (pull t i) * b i t.
Lemma heads_moves i : differentiable (b i) (heads_speed i).
Proof.
  intros t Ht. eapply derive_eq; [apply (derive_part v (fun t => y t i)), Flow, Ht|].
  unfold heads_speed, b, vsub. rewrite inner_add_r, !inner_scale_r. ring.
Qed.
Lemma least_speed t i : 0 <= t -> 0 < b i t -> (forall j, b i t <= b j t) ->
  rho * total heads (fun a => lam a - mu a) * (b i t * (1 - b i t * b i t)) <= heads_speed i t.
Proof.
  intros Ht P L. set (u := 1 - b i t * b i t).
  assert (U0 : 0 <= u) by (apply square_nonneg_unit, heads_part, Ht).
  set (x a := inner v (f t a i)). set (z a := inner (off v (y t i)) (off v (f t a i))).
  replace (heads_speed i t) with (total heads (fun a => u * x a + - b i t * z a)).
  2: { unfold heads_speed, pull. rewrite !inner_vtotal_r.
       rewrite (total_ext heads (fun a => inner (y t i) (f t a i)) (fun a => b i t * x a + z a))
         by (intro a; apply (inner_parts v Pole)).
       rewrite !total_add, !total_scale. fold x. unfold u. ring. }
  rewrite (Rmult_comm rho), Rmult_assoc, <- total_scale_r. apply total_le. intro a.
  destruct (Signs a) as [L0 M0].
  assert (High : rho * b i t <= inner v (s t a i)).
  { unfold s, seen_mean. rewrite inner_vtotal_r, <- (Rows t a i Ht), <- total_scale_r.
    apply total_le. intro j. rewrite inner_scale_r. apply Rmult_le_compat_l; [apply Weights, Ht | apply L]. }
  assert (Short : vnorm (off v (s t a i)) <= rho * sqrt u).
  { unfold s, seen_mean. rewrite off_vtotal by exact Pole. apply mean_bounded; [exact Ht|]. intro j.
    rewrite (vnorm_off v Pole) by (apply heads_unit; auto). apply sqrt_le_1_alt. unfold u. fold (b j t).
    assert (b i t * b i t <= b j t * b j t) by (apply Rmult_le_compat; auto; lra). lra. }
  assert (C := inner_le_vnorm (off v (y t i)) (off v (f t a i))). apply Rabs_le_between in C.
  rewrite (vnorm_off v Pole) in C by (apply heads_unit; auto). fold (b i t) in C. fold u in C.
  assert (Q := sqrt_sqrt u U0). assert (Q0 := sqrt_pos u).
  assert (B : vnorm (off v (f t a i)) <= mu a * (rho * sqrt u)).
  { eapply Rle_trans; [apply Beside, Ht|]. apply Rmult_le_compat_l; auto. }
  assert (C2 : sqrt u * vnorm (off v (f t a i)) <= sqrt u * (mu a * (rho * sqrt u))) by
    (apply Rmult_le_compat_l; auto).
  replace (sqrt u * (mu a * (rho * sqrt u))) with (mu a * (rho * (sqrt u * sqrt u))) in C2 by ring.
  rewrite Q in C2.
  assert (D : b i t * inner (off v (y t i)) (off v (f t a i)) <= b i t * (mu a * (rho * u))) by
    (apply Rmult_le_compat_l; lra).
  unfold x, z. rewrite (Along t a i Ht).
  assert (E : u * (lam a * (rho * b i t)) <= u * (lam a * inner v (s t a i))).
  { apply Rmult_le_compat_l; [auto|]. apply Rmult_le_compat_l; auto. }
  lra.
Qed.
Hypothesis Inside : forall i, 0 < b i 0.
Hypothesis Dominant : 0 <= rho * total heads (fun a => lam a - mu a).
Theorem dominant_heads_gather D : (forall i, (1 - b i 0 * b i 0) / (b i 0 * b i 0) <= D) -> forall t i, 0 <= t ->
  0 < b i t /\ (1 - b i t * b i t) / (b i t * b i t) <= D * exp (- (2 * (rho * total heads (fun a => lam a - mu a))) * t).
Proof.
  intros First t i Ht. set (kappa := rho * total heads (fun a => lam a - mu a)). split.
  - exact (hemisphere_stays tokens b heads_speed kappa (proj2 (proj2 ET)) heads_moves heads_part Dominant least_speed Inside t i Ht).
  - exact (slopes_decay tokens b heads_speed kappa (proj2 (proj2 ET)) heads_moves heads_part Dominant least_speed Inside D First t i Ht).
Qed.
End Heads.

(* A symmetric value matrix with the eigenvector v is such a head. *)
Lemma value_matrix_along {S : inner_product_space} (v : S) (U : S -> S) lam x : adjoint U U ->
  U v = vscale lam v -> inner v (U x) = lam * inner v x.
Proof. intros Sym Eigen. rewrite <- Sym, Eigen, inner_scale_l. reflexivity. Qed.
Lemma value_matrix_beside {S : inner_product_space} (v : S) (U : S -> S) lam : inner v v = 1 -> adjoint U U ->
  U v = vscale lam v -> forall x, off v (U x) = U (off v x).
Proof.
  intros Pole Sym Eigen x. unfold off, vsub. rewrite (value_matrix_along v U lam x Sym Eigen).
  rewrite (adjoint_add _ _ Sym), !(adjoint_scale _ _ Sym), Eigen, !vscale_vscale. f_equal. f_equal. ring.
Qed.
(* Finitely many numbers have a common bound. *)
Lemma bounded_above {I} (T : list I) (f : I -> R) : exists D, 0 <= D /\ forall i, In i T -> f i <= D.
Proof.
  induction T as [|i T [D [D0 H]]]; [exists 0; split; [lra | intros i []]|].
  exists (Rmax D (f i)). assert (L := Rmax_l D (f i)). assert (R := Rmax_r D (f i)). split; [lra|].
  intros j [<-|J]; [exact R | specialize (H j J); lra].
Qed.
