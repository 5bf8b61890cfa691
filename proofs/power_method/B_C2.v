(* B-C2: tokens of full attention approach a plane that outgrows what is beside it, agree and turn in it. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Spheres NearAgreement NearPlane TurningTokens PlaneCoordinates.
Open Scope R_scope.

Section Turning.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (tau rho omega : R) (p q : S) (F F_T P P_T : S -> S).
Hypotheses (HF : adjoint F F_T) (Fp : F p = vadd (vscale rho p) (vscale (-1 * omega) q))
  (Fq : F q = vadd (vscale omega p) (vscale rho q)) (G : 0 < inner p p * inner q q - inner p q ^ 2).
Definition length_in (W : S -> S) z := sqrt (inner z (W z)).
Local Notation off := (beside_plane p q).
Definition some_plane := inner p p * inner q q - inner p q ^ 2 <> 0.
Definition slower (W : S -> S) kappa := forall z, inner z p = 0 -> inner z q = 0 ->
  some_plane /\ length_in W (off (moved F tau z)) <= kappa * length_in W z.
Definition shrinks (W : S -> S) kappa := forall z, some_plane /\
  length_in W (off (moved F tau z)) <= kappa * length_in W (off z).
Let A := moved F tau.
Let A_T z := vadd z (vscale tau (F_T z)).
Let HA : adjoint A A_T.
Proof. intros x y. unfold A, A_T, moved. rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_r, HF. reflexivity. Qed.
Let Ap : A p = vadd (vscale (1 + tau * rho) p) (vscale (- (tau * omega)) q).
Proof. unfold A, moved. rewrite Fp. apply inner_ext. intro w. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. Qed.
Let Aq : A q = vadd (vscale (tau * omega) p) (vscale (1 + tau * rho) q).
Proof. unfold A, moved. rewrite Fq. apply inner_ext. intro w. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. Qed.
Lemma beside_shrinks W kappa : (forall z a b, inner (off z) (vadd (vscale a p) (vscale b q)) = 0) -> slower W kappa -> shrinks W kappa.
Proof.
  intros Orth Slower z. split; [unfold some_plane; lra|]. change (moved F tau) with A.
  rewrite (beside_moved p q G A A_T (1 + tau * rho) (tau * omega) HA Ap Aq).
  assert (O1 := Orth z 1 0). assert (O2 := Orth z 0 1). rewrite inner_add_r, !inner_scale_r in O1, O2.
  apply Slower; lra.
Qed.
Definition next (x : Token -> S) i := vadd (x i) (vscale tau (F (vtotal tokens (fun j =>
  vscale (exp (inner (x i) (P (x j))) / total tokens (fun k => exp (inner (x i) (P (x k))))) (x j))))).
Lemma turn : enumerates tokens -> adjoint P P_T -> bounded_operator F -> bounded_operator P -> 0 < tau -> omega <> 0 ->
  (forall W, adjoint W W -> positive W /\ coercive W -> forall kappa, 0 <= kappa -> slower W kappa -> shrinks W kappa) ->
  forall W, adjoint W W -> positive W /\ coercive W -> forall kappa, 0 <= kappa ->
  1 < (1 + tau * rho) ^ 2 + (tau * omega) ^ 2 /\ kappa ^ 2 < (1 + tau * rho) ^ 2 + (tau * omega) ^ 2 /\ slower W kappa ->
  exists d, 0 < d /\ forall x : nat -> Token -> S, (forall i, inner (x O i) (x O i) = 1) -> (forall i j, inner (x O i) (x O j) <= 1) ->
  (forall k i, sqrt (inner (next (x k) i) (next (x k) i)) <> 0 /\
    x (Datatypes.S k) i = vscale (/ sqrt (inner (next (x k) i) (next (x k) i))) (next (x k) i)) ->
  (forall i j, vnorm (vsub (x O i) (x O j)) <= d /\ (some_plane /\ vnorm (off (x O i)) <= d)) -> forall i j,
  layers_vtend (fun k => vsub (x k i) (x k j)) vzero /\
  ((nat -> some_plane) /\ layers_vtend (fun k => off (x k i)) vzero) /\ ~ layers_converge (fun k => x k i).
Proof.
  intros ET HP BF BP Tau Omega Shrinks W AW [HW Coe] kappa Kap [Big [Less Slower]].
  destruct BF as [phi [Phi BF]]. destruct BP as [psi [Psi BP]].
  destruct (norm_in_space S W HW Coe) as [c1 [C1 Above]]. destruct (norm_in_metric S W HW) as [c2 [C2 Below]].
  set (n := fun z : S => @vnorm (weighted S W HW) z).
  assert (N : seminorm n).
  { split; [intro; apply vnorm_nonneg|]. split; [intros a b; apply (@vnorm_add (weighted S W HW))|].
    intros c a. apply (@vnorm_scale (weighted S W HW)). }
  assert (TP : 0 <= tau * phi) by (apply Rmult_le_pos; lra).
  assert (BA : forall z, vnorm (A z) <= (1 + tau * phi) * vnorm z).
  { intro z. unfold A, moved. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right tau) by lra.
    assert (tau * vnorm (F z) <= tau * (phi * vnorm z)) by (apply Rmult_le_compat_l; [lra | apply BF]). lra. }
  set (m := sqrt ((1 + tau * rho) ^ 2 + (tau * omega) ^ 2)).
  assert (M1 : 1 < m) by (rewrite <- sqrt_1; apply sqrt_lt_1_alt; lra).
  assert (M2 : 0 <= kappa < m).
  { split; [auto|]. rewrite <- (sqrt_square kappa) by auto. apply sqrt_lt_1_alt. split; [apply Rmult_le_pos; auto|].
    replace (kappa * kappa) with (kappa ^ 2) by ring. exact Less. }
  assert (Cg : 0 <= height_bound p q * (1 + tau * phi)).
  { apply Rmult_le_pos; [left; apply height_bound_positive | lra]. }
  assert (Slow : forall z, n (off (A z)) <= kappa * n (off z)) by
    (intro z; apply (Shrinks W AW (conj HW Coe) kappa Kap Slower z)).
  assert (Beta : 0 < Rabs (tau * omega)).
  { apply Rabs_pos_lt. apply Rmult_integral_contrapositive. split; [lra | exact Omega]. }
  assert (Len : 0 < vnorm p + vnorm q + 1).
  { assert (X := vnorm_nonneg p). assert (Y := vnorm_nonneg q). lra. }
  assert (Nearer := near_plane_step tokens F F_T P P_T (beside_plane p q) (beside_plane p q) tau phi psi m kappa c1 c2
    (height_bound p q) (height_bound p q * (1 + tau * phi)) n (height p q) ET HF HP Phi Psi BF BP Tau
    (beside_plane_adjoint p q G) (beside_plane_short p q G) N C1 C2 Above Below (height_seminorm p q G)
    (height_bound_positive p q) (height_bounded p q) M1 Cg
    (height_grows p q G A A_T (1 + tau * rho) (tau * omega) (1 + tau * phi) HA BA Ap Aq) M2 Slow).
  destruct (tokens_turn tokens _ A (beside_plane p q) (beside_plane p q) (1 + tau * phi) c1 c2
    (height_bound p q) (height_bound p q * (1 + tau * phi)) n (height p q) ET Nearer ltac:(lra) BA
    (beside_plane_adjoint p q G) (beside_plane_short p q G) C1 Above C2 Below (height_seminorm p q G)
    (height_bound_positive p q) (height_bounded p q) Cg
    (vnorm p + vnorm q + 1) (Rabs (tau * omega)) Len (plane_length p q) Beta
    (map_turns p q G A A_T (1 + tau * rho) (tau * omega) (1 + tau * phi) HA BA Ap Aq)) as [d [D H]].
  exists d. split; [exact D|]. intros x U _ Next Near i j.
  destruct (H x U) with (i := i) (j := j) as [R1 [R2 R3]].
  - intros k l. destruct (Next k l) as [_ E]. unfold next in E. rewrite E, full_pull. reflexivity.
  - intros k l. apply (Near k l).
  - intro k. apply (Near k k).
  - split; [exact R1|]. split; [split; [intros _; unfold some_plane; lra | exact R2] | exact R3].
Qed.
End Turning.
