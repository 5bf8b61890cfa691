(* Solutions of the Oja flow that stay near a state at rest that it leaves are told apart by one number less than
   there are dimensions: a form of the difference of two of them is not positive. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Frechet Drawn States Families Exchange
  OjaEnergy OjaMap OjaConsensus OjaChords OjaThin OjaSlope LeavingStarts LeavingSolutions OutwardFlows ToldInCones
  OjaFlowChords.
Open Scope R_scope.

Section Thin.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R) (B : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Let n0 := size_positive tokens ET.
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation n := (size tokens).
Local Notation runs := (OjaFlowChords.runs tokens V).
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states U tokens Lst.
Context (p : Token -> U) (c : Token -> R).
Hypothesis P : on_spheres p.
Hypothesis Rest : forall i, push_of tokens V p = vscale (c i) (p i).
(* The state is left along z, a tangent direction: the second variation of the energy is positive there. *)
Context (z : Token -> U).
Hypothesis Tangent : forall i, inner (p i) (z i) = 0.
Hypothesis Left : total tokens (fun i => c i * inner (z i) (z i)) < n * inner (V (mean z)) (mean z).
Let H : X -> X := OjaFlowChords.H tokens V ET p c.
Let Hsym : adjoint H H := H_symmetric tokens V ET Sym p c.
Let one (i : Token) (v : U) : X := single U tokens Lst i v.

Lemma leaving_direction : exists e : X, inner e e = 1 /\ (forall i, inner (p i) (e i) = 0) /\ 0 < inner (H e) e.
Proof.
  assert (Za : across_all p z = z).
  { apply FunctionalExtensionality.functional_extensionality. intro i. unfold across_all, off. rewrite Tangent.
    vector_sums. }
  assert (F := H_form tokens V ET p c z z). rewrite Za in F. fold X Lst in F. change (inner (H z) z =
    n * inner (V (mean z)) (mean z) - total tokens (fun i => c i * inner (z i) (z i))) in F.
  assert (Zp : 0 < inner (z : X) z).
  { destruct (inner_nonneg X z) as [G|E]; [exact G|]. exfalso. symmetry in E. assert (D := inner_definite X z E).
    assert (G : inner (H z) z = 0) by (rewrite D; apply inner_zero_r). lra. }
  assert (Np : 0 < vnorm (z : X)) by (apply sqrt_lt_R0, Zp). assert (Sq := vnorm_square (z : X)).
  set (l := vnorm (z : X)) in *. exists (vscale (/ l) (z : X)). split; [|split].
  - rewrite inner_scale_l, inner_scale_r, <- Sq. field. lra.
  - intro i. change (inner (p i) (vscale (/ l) (z i)) = 0). rewrite inner_scale_r, Tangent. ring.
  - rewrite (adjoint_scale H H Hsym), inner_scale_l, inner_scale_r.
    assert (I : 0 < / l) by (apply Rinv_0_lt_compat, Np). repeat apply Rmult_lt_0_compat; auto. lra.
Qed.
Theorem flow_thin : ~ ~ thin_for_solutions tokens B (length tokens * (length B - 1)) runs p.
Proof.
  intro No. destruct leaving_direction as [e [E1 [Et El]]].
  set (C := H_bound tokens kappa). assert (C0 : 0 <= C) by exact (H_bound_nonneg tokens kappa ET Kpos).
  assert (Hb : forall x, vnorm (H x) <= C * vnorm x) by exact (H_bounded tokens V kappa ET Kpos Norm p c P Rest).
  apply (outward_flow (state_basis tokens ET B) H C (state_basis_resolves tokens ET B Res)
    (state_basis_one tokens ET B One) Hsym C0 Hb e E1 El).
  intros [s [k [S0 [K0 [F0 Out]]]]]. apply No. clear No.
  change (0 < inner (H e) e - s * inner e e) in F0. rewrite E1, Rmult_1_r in F0.
  set (normals := map (fun i => one i (p i)) tokens).
  destruct (no_more_than_basis (state_basis tokens ET B) (state_basis_resolves tokens ET B Res)
    (state_basis_one tokens ET B One) (e :: normals)) as [B' [Len [Res' _]]].
  { intros f [<-|I]; [exact E1|]. apply in_map_iff in I. destruct I as [i [<- I]]. unfold one.
    rewrite (inner_single U tokens Lst ET). unfold single.
    rewrite inner_scale_r, (proj1 equal_kronecker), (P i). ring. }
  { constructor; [|apply normals_across]. apply Forall_forall. intros f I. apply in_map_iff in I.
    destruct I as [i [<- I]]. rewrite (inner_sym X). unfold one. rewrite (inner_single U tokens Lst ET). apply Et. }
  rewrite state_basis_length in Len. cbn [length] in Len. unfold normals in Len. rewrite map_length in Len.
  set (width := cone_width H C s e).
  assert (Wn : 0 <= width) by exact (cone_width_nonneg H C s e C0 (Rlt_le _ _ S0) F0).
  set (K := chord_factor tokens kappa). assert (Kn : 0 <= K) by exact (chord_factor_nonneg tokens kappa ET Kpos).
  set (r := Rmin (Rmin 1 (k / (K + 1))) (/ (2 * (width + 1)))).
  assert (R0 : 0 < r).
  { repeat apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra | apply Rinv_0_lt_compat; lra]. }
  assert (R1 : r <= 1) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
  assert (R2 : K * r <= k).
  { apply Rle_trans with ((K + 1) * (k / (K + 1))); [|right; field; lra].
    apply Rle_trans with ((K + 1) * r); [apply Rmult_le_compat_r; lra|]. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply Rmin_l | apply Rmin_r]. }
  assert (R3 : (width + 1) * r <= 1 / 2).
  { apply Rle_trans with ((width + 1) * / (2 * (width + 1))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra | apply Rmin_r]. }
  exists r, (sqrt (2 * (width + 1) * size B')), (map (fun (b : X) (k : Token * U) => inner (snd k) (b (fst k))) B').
  split; [exact R0|]. split; [apply sqrt_pos|]. split.
  { rewrite map_length. destruct (length B) as [|q]; [rewrite Nat.mul_0_r in Len; discriminate|].
    replace (Datatypes.S q - 1)%nat with q by lia. rewrite Nat.mul_succ_r in Len. simpl in Len.
    assert (Q : forall N b : nat, (N * q + N = Datatypes.S (N + b))%nat -> b = (N * q - 1)%nat) by (intros; lia).
    exact (Q _ _ Len). }
  intros x y d [Rx Wx] [Ry Wy] D Forms.
  set (u := fun t => (fun i => vsub (x t i) (y t i)) : X).
  set (du := fun t => (fun i => vsub (velocity tokens V (x t) i) (velocity tokens V (y t) i)) : X).
  assert (Xs := fun t => runs_unit tokens V kappa ET Kpos Norm x t Rx).
  assert (Ys := fun t => runs_unit tokens V kappa ET Kpos Norm y t Ry).
  assert (Neg : inner (H (u 0)) (u 0) - s * inner (u 0) (u 0) <= 0).
  { apply (Out u du (n * 2)).
    - exact (difference_moves tokens V ET x y Rx Ry).
    - intros t T. apply (vnorm_states U tokens Lst); [lra|]. intro i. unfold u.
      assert (G := vnorm_sub (x t i) (y t i)). rewrite (unit_norm _ (Xs t T i)), (unit_norm _ (Ys t T i)) in G. lra.
    - intros t T. eapply Rle_trans.
      + exact (chord_rate tokens V kappa ET Sym Kpos Norm p c P Rest (x t) (y t) r (Xs t T) (Ys t T) (Wx t T) (Wy t T)).
      + fold K. apply Rmult_le_compat_r; [apply vnorm_nonneg | exact R2]. }
  assert (T0 : 0 <= 0) by lra.
  assert (Short : vnorm (u 0) <= sqrt (2 * (width + 1) * size B') * d).
  { apply (told_in_cone H C s e Hsym C0 Hb (Rlt_le _ _ S0) E1 F0 normals B' (u 0) r d Res' Neg R3); [|exact D|].
    - unfold normals. rewrite Families.total_map.
      change (inner (u 0) (u 0)) with (total tokens (fun i => inner (u 0 i) (u 0 i))).
      rewrite <- total_scale. apply total_le. intro i. unfold one. rewrite (inner_single U tokens Lst ET).
      assert (A := along_chord (p i) (x 0 i) (y 0 i) r (Xs 0 T0 i) (Ys 0 T0 i) (Wx 0 T0 i) (Wy 0 T0 i)).
      rewrite <- (vnorm_square (u 0 i)).
      change (vsub (x 0 i) (y 0 i)) with (u 0 i) in A. set (l := vnorm (u 0 i)) in *.
      assert (l0 : 0 <= l) by apply vnorm_nonneg. set (q := inner (p i) (u 0 i)) in *.
      apply Rabs_le_between in A. assert (0 <= (r * l - q) * (r * l + q)) by (apply Rmult_le_pos; lra).
      assert (r * r * (l * l) <= r * (l * l)); [|lra].
      apply Rmult_le_compat_r; [apply Rmult_le_pos; auto|]. rewrite <- (Rmult_1_r r) at 3.
      apply Rmult_le_compat_l; lra.
    - intros b I. set (co := fun k : Token * U => inner (snd k) (b (fst k))).
      assert (F := Forms co (in_map (fun (b : X) (k : Token * U) => inner (snd k) (b (fst k))) B' b I)).
      replace (inner b (u 0)) with (form tokens B co (fun i => vsub (x 0 i) (y 0 i))); [exact F|].
      unfold form. rewrite total_pairs. change (inner b (u 0)) with (total tokens (fun i => inner (b i) (u 0 i))).
      apply total_ext. intro i. unfold co. cbn [fst snd]. rewrite (Res (b i) (u 0 i)). reflexivity. }
  intro i. rewrite vnorm_opposite. eapply Rle_trans; [apply (vnorm_token U tokens Lst (u 0) i) | exact Short].
Qed.
End Thin.
